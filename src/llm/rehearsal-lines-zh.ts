// The words of a rehearsed line in Chinese; none of them asks, or other bots would take the line for a question.
import { labels, type Wording } from './rehearsal-lines.ts'

export const chinese: Wording = {
  label: labels.zh,
  frames: [
    '这里我会{act}，{reason}。',
    '{reason}，我会在这里{act}。',
    '这一句我会{act}，{reason}。',
    '{reason}，这时我会{act}。',
  ],
  about: {
    yesNo: ['就{topic}答是或否，说明理由', '对{topic}给个明确的答复', '用一句话定下{topic}行或不行'],
    how: ['列出{topic}的步骤，先易后难', '一步一步说明{topic}', '给出{topic}最省事的做法'],
    which: ['替{topic}选定一种，说明理由', '比较{topic}的两种选法，挑出一种', '推荐一种{topic}，讲清它的限度'],
    find: ['推荐合适的{topic}', '列出找得到的{topic}', '指出{topic}的出处'],
    why: ['就{topic}说出最可能的原因，和验证的办法', '解释{topic}背后的原因', '查清{topic}出错的地方'],
    count: ['给{topic}一个数，说明依据', '粗略估计{topic}的数量', '说出{topic}的上限和下限'],
    task: ['{verb}{topic}，写得简短', '{verb}{topic}，要点在前'],
    opinion: ['权衡{topic}的利弊', '说出对{topic}的看法和理由'],
    sum: ['算出{topic}', '给出{topic}的结果'],
    correction: ['改正上一次的回答，接着说{topic}', '收回前一句，按{topic}重新回答'],
    remark: ['就{topic}补充一点', '用一句话说{topic}接下来要留意的地方', '提醒{topic}带来的变化'],
    away: ['以{role}的身份回答“{topic}”', '就“{topic}”说说我知道的', '尽力帮忙看“{topic}”'],
  },
  bare: {
    yesNo: ['以{role}的身份答一两句', '就所知道的简短回答', '用平实的话说一个看法'],
    how: ['列出步骤，先易后难', '一步一步说明'],
    why: ['说出最可能的原因', '解释背后的原因'],
    count: ['给出一个数和依据', '粗略估计一下'],
    task: ['照做，给出结果', '写成短短一段'],
    joke: ['讲一句话的笑话', '拿自己的工作开个玩笑'],
    correction: ['收回前一句，重新回答', '改正上一次说的'],
    remark: ['用一句话接上', '简短地回应一句'],
    call: ['请{asker}接着说', '说一声我在听'],
  },
  reasons: {
    asked: ['因为{asker}问了', '{asker}想知道', '好让{asker}接着做', '回应{asker}'],
    some: ['因为{asker}在找', '{asker}用得上'],
    wanted: ['因为{asker}要这个', '按{asker}说的'],
    said: ['因为{asker}提到了', '{asker}说起了这个', '接着{asker}的话'],
    corrected: ['因为{asker}纠正了我', '{asker}指的是别的'],
    called: ['因为{asker}叫我', '{asker}在跟我说话'],
  },
  busy: [
    '{topic}：这里一句话答{asker}。',
    '答{asker}一句，{topic}。',
    '这里简短说{topic}，给{asker}。',
    '给{asker}：{topic}，长话短说。',
  ],
  intro: [
    '你好，我是{name}，{role}，比如{field}可以问我。',
    '{name}在，做{role}的，{field}有问题就喊我。',
    '我管{field}这一块，叫我{name}就行，{role}。',
  ],
  nameless: { bot: '另一个机器人', somebody: '有人' },
}
