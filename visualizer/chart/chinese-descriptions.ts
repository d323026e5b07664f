// What the states of the charts mean, in Chinese; in English each chart describes its own. Fetched with the first of them.

export const descriptionsZh: Record<string, string> = {
  'group.vitality.DORMANT': '五分钟没有人说话。',
  'group.vitality.COOLING': '一两个人说了几句话。',
  'group.vitality.ACTIVE': '正在交谈。',
  'group.vitality.HEATED': '消息一下子很多：只用表情和短句。',

  'group.control.free': '是否说话只由各道闸门决定。',
  'group.control.muted': '它在本群只读不说。',

  'group.intake.idle': '缓冲里没有消息。',
  'group.intake.buffering': '收集消息，直到间隔内没有人再说话，最多四个间隔。',

  'group.turn.idle': '没有等待的批次。',
  'group.turn.deferring': '没人对它说的话攒在一起判断：攒够了、有高度相关的，或者没人说话且不在退避中。',
  'group.turn.dispatching': '正在处理一批消息；其间到来的都等着。',
  'group.turn.dispatching.checking': '不用模型的闸门。',
  'group.turn.dispatching.deciding': '由模型判断机器人要不要说话。',
  'group.turn.dispatching.rechecking': '写回复之前再查一次预算。',
  'group.turn.dispatching.composing': '撰写并整理回复。',
  'group.turn.awaitingBudget': '预算窗口用完，或余下的回答要摊开：请求等待窗口恢复，它领域里没人回答的问题也一样。',
  'group.turn.awaitingBudget.signing': '在消息上标记：回答要等一等。',
  'group.turn.declining': '请求来不及等到预算，或此人当天的额度用完：在消息上标记。',
  'group.turn.delaying': '草稿正在打字延迟中。',
  'group.turn.delaying.yielding': '另一个机器人正在发言：草稿等它说完（L3）。',
  'group.turn.delaying.due': '打字延迟结束：草稿还能发吗？',
  'group.turn.delaying.superseded': '有人提到它，或提问的人又补充：等他说完，回合重新开始（L5、B4）。',
  'group.turn.rejudging': '打字延迟期间有人说话：草稿还有用吗？',
  'group.turn.sending': '发出回复，带一个键，保证只发一次。',
  'group.turn.sending.backingOff': '渠道暂不可用：回复保留到过期（L6）。',
  'group.turn.cooling': '回合已结束；下一回合等着。',
  'group.turn.cooling.resting': '正在冷却。',
  'group.turn.cooling.queueing': '有一批消息在等冷却结束。',
  'group.turn.cooling.lingering': '冷却已结束，但两次提及的最短间隔还没到。',
  'group.turn.cooling.holding': '请求离上一回合太近：等两次提及的最短间隔（B4）。',

  'group.memory.resting': '笔记更新后没说多少话，或预算不够更新。',
  'group.memory.renewing': '由模型写新的笔记。',
  'group.memory.backingOff': '更新失败：下一次要等一等。',

  'floor.free': '没有机器人在发言：到时间的草稿可以发出。',
  'floor.posting': '一个机器人正在发言：其他到时间的草稿等待。',
  'floor.awaitingWords': '已经发出，其他机器人还没有看到。',

  'connection.identifying': '向渠道询问机器人的身份；得不到回答就不上线（R1）。',
  'connection.connecting': '正在建立连接；渠道说就绪即上线。',
  'connection.online': '机器人能收到消息。',
  'connection.reconnecting': '连接断了或没有建立；渠道自己的客户端正在重连。',
  'connection.backingOff': '间隔加倍地重试；身份已知，不再询问。',
  'connection.failed': '重试没有用：原因里写着要改什么。',

  'roomMembership.away': '与服务器没有连接。',
  'roomMembership.entering': '请求房间让机器人进入。',
  'roomMembership.catchingUp': '机器人在房间里，正在读房间显示的内容和错过的内容；这期间说的话先等着。',
  'roomMembership.inside': '机器人能听到大家说的话，也能发言。',
  'roomMembership.outside': '房间拒绝或移出了机器人：间隔加倍地重试。',

  'peer.up': '没有等待的消息。',
  'peer.delivering': '正在发送最早的一条等待消息；启动之后，还有崩溃留下的。',
  'peer.backingOff': '失败了：过一会儿重试同一条消息。',
  'peer.open': '对方视为断线：每隔一段时间用一条消息试探。',
}
