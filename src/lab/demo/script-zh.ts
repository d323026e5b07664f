// The demo in Chinese: the same afternoon.
import type { Scene } from './perform.ts'

export const chinese: Scene[] = [
  {
    title: '闲聊：用不着机器人',
    room: 'web:lobby',
    lines: [
      { at: 0, who: '小安', text: '吃完饭回来，咖啡机居然修好了！' },
      { at: 2, who: '小本', text: '本周最好的消息。' },
      { at: 4, who: '小可', text: '给我来两杯。' },
    ],
  },
  {
    title: '没有点名的问题：谁的专长谁来答',
    room: 'web:lobby',
    lines: [{ at: 24, who: '小安', text: '统计方法选哪种好？这次实验的数据太少了。' }],
  },
  {
    title: '点名：马上回答',
    room: 'web:lobby',
    lines: [{ at: 56, who: '小本', text: '@小审 这次重构四点前值得审查一遍吗？' }],
  },
  {
    title: '接着问，不再点名也听得懂，不等冷却',
    room: 'web:lobby',
    lines: [{ at: 72, who: '小本', text: '那测试覆盖到慢的那条路径没有？' }],
  },
  {
    title: '问的是别人：机器人不插嘴，也不问模型',
    room: 'web:lobby',
    lines: [
      { at: 104, who: '小安', text: '小可，第二次实验的数据存好了吗？' },
      { at: 106, who: '小可', text: '中午就放共享盘了。' },
    ],
  },
  {
    title: '有人比草稿更快',
    room: 'web:lobby',
    lines: [
      { at: 127, who: '小本', text: '谁有讲手机结账页面的论文？' },
      { cue: { bot: 'iris', does: 'waits' }, at: 4, who: '小可', text: '手机结账页面的论文我有两篇，马上发。' },
    ],
  },
  {
    title: '七嘴八舌：一个表情、一句短话，不多说',
    room: 'web:lobby',
    lines: [
      { at: 158, who: '小安', text: '演示提前了，十分钟后就开始！' },
      { at: 159, who: '小本', text: '啊？！' },
      { at: 160, who: '小可', text: '我的幻灯片没做完。' },
      { at: 162, who: '小安', text: '用旧的？有猫的那份？' },
      { at: 163, who: '小本', text: '谁不喜欢猫呢。' },
      { at: 165, who: '小可', text: '小研，等下给我们加油！' },
      { at: 177, who: '小本', text: '小审，快说，测试过了吗？' },
    ],
  },
  {
    title: '预算用完：先回个表情，过后再答',
    room: 'web:lobby',
    lines: [{ at: 192, who: '小本', text: '小审，还有别的缺陷吗？' }],
  },
  {
    title: '换个群。两位都能答，更合适的那位来答',
    room: 'web:release',
    lines: [{ at: 202, who: '小安', text: '上线前再审查一遍测试，能分清是代码有缺陷还是数据有问题吗？' }],
  },
  {
    title: '只剩机器人互相说话：会停下来',
    room: 'web:release',
    lines: [
      { at: 214, who: '小构', bot: true, text: '@小审 第 41 次构建：主干上两个测试没过。' },
      {
        cue: { bot: 'rex', does: 'says' },
        at: 3,
        who: '小构',
        bot: true,
        text: '@小审 第 42 次构建：还是那两个测试。',
      },
      { cue: { bot: 'rex', does: 'says' }, at: 3, who: '小构', bot: true, text: '@小审 第 43 次构建：照旧。' },
    ],
  },
  {
    title: '人一开口，它们又醒了',
    room: 'web:release',
    lines: [{ at: 240, who: '小安', text: '小构先停。小审，那两个测试该怎么修？' }],
  },
  {
    title: '回到第一个群：预算又有了',
    room: 'web:lobby',
    lines: [],
    opensWith: 'rex',
  },
]
