// The emoji that a reaction may be, by the platform's own names for them (T6).

/** The platform's emoji type; undefined when it has none: then the reaction is said as a short text. */
export function emojiType(reaction: string): string | undefined {
  const bare = reaction.trim().replaceAll(/\u200D[♀♂]|\p{Emoji_Modifier}|\uFE0E|\uFE0F/gu, '')
  return types.get(bare.toLowerCase())
}

const types = new Map(
  `THUMBSUP 👍 +1 赞
  ThumbsDown 👎 -1
  OK 👌 🆗 ok okay 好 好的 行
  Get 收到 got⎵it noted
  LGTM lgtm
  DONE done 搞定
  CheckMark ✅ ✔ ☑
  CrossMark ❌ ✖
  THANKS 🙏 thanks thank⎵you 谢谢 多谢
  APPLAUSE 👏 bravo 鼓掌
  CLAP 🙌
  MUSCLE 💪 加油
  JIAYI ➕
  HEART ❤ ♥ 💙 💚 💛 💜 🧡 🖤 🤍 💕 💖
  HEARTBROKEN 💔
  LOVE 😍 🥰
  KISS 😘
  FINGERHEART 🫰 🫶
  HUG 🤗
  SMILE 🙂 😊 ☺
  JOYFUL 😄 😀 😃
  LAUGH 😁 😆 haha 哈哈 哈哈哈
  LOL 😂 🤣 lol
  WINK 😉
  TONGUE 😛 😜 😝
  SMIRK 😏
  PROUD 😎
  BLUSH 😳
  THINKING 🤔 🧐 hmm
  WOW 😮 😲 🤩 wow 哇
  SHOCKED 😱 🤯
  FACEPALM 🤦
  SWEAT 😅
  SPEECHLESS 😑 😐
  SOB 😭
  CRY 😢
  TEARS 🥲
  ANGRY 😠 😡
  SKULL 💀
  SICK 🤒 🤢
  SLEEP 😴
  SALUTE 🫡
  WAVE 👋 hi hello 你好 嗨 bye
  HIGHFIVE ✋
  FISTBUMP 👊 🤜 🤛 ✊
  SHAKE 🤝
  PARTY 🎉 🥳 🎊
  FIREWORKS 🎆 🎇
  Fire 🔥
  Hundred 💯
  Trophy 🏆
  Pin 📌 📍
  Alarm ⏰ ⏳
  ROSE 🌹
  BEER 🍺 🍻
  Coffee ☕
  BubbleTea 🧋
  CAKE 🎂 🍰
  GIFT 🎁
  BOMB 💣
  POOP 💩
  ClownFace 🤡
  Shrug 🤷
  StatusFlashOfInspiration 💡
  GLANCE 👀
  Yes yes 是
  No no`
    .split('\n')
    .flatMap((line) => {
      const [type = '', ...reactions] = line.trim().split(' ')
      return reactions.map((reaction) => [reaction.replaceAll('⎵', ' ').replaceAll(/\uFE0F/g, ''), type] as const)
    }),
)
