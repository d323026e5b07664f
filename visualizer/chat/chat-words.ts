// What the plain chat says beside its rooms, in English and Chinese.

export const chatWords = {
  en: {
    rooms: 'Rooms',
    bots: 'Bots in this room',
    live: 'live',
    reconnecting: 'reconnecting…',
    noRooms: 'No room is set up: add one to channels.web.rooms.',
    page: 'Statecharts',
  },
  zh: {
    rooms: '房间',
    bots: '房间里的机器人',
    live: '已连接',
    reconnecting: '正在重连…',
    noRooms: '还没有房间：请在 channels.web.rooms 中添加。',
    page: '状态图',
  },
}
