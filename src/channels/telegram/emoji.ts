// The emoji that a bot may react with: Telegram's own list, and the nearest of them for others (T6).
import type { ReactionEmoji } from './api.ts'

/** undefined when none is near: then the reaction is said as a short text. */
export function reactionFor(reaction: string): ReactionEmoji | undefined {
  const bare = bareOf(reaction).toLowerCase()
  return allowed.get(bare) ?? nearest.get(bare)
}

const bareOf = (emoji: string): string => emoji.trim().replaceAll(/\p{Emoji_Modifier}|\uFE0E|\uFE0F/gu, '')

const list: readonly ReactionEmoji[] = [
  ...(['👍', '👎', '❤', '🔥', '🥰', '👏', '😁', '🤔', '🤯', '😱', '🤬', '😢', '🎉', '🤩', '🤮', '💩', '🙏'] as const),
  ...(['👌', '🕊', '🤡', '🥱', '🥴', '😍', '🐳', '❤‍🔥', '🌚', '🌭', '💯', '🤣', '⚡', '🍌', '🏆', '💔'] as const),
  ...(['🤨', '😐', '🍓', '🍾', '💋', '🖕', '😈', '😴', '😭', '🤓', '👻', '👨‍💻', '👀', '🎃', '🙈', '😇'] as const),
  ...(['😨', '🤝', '✍', '🤗', '🫡', '🎅', '🎄', '☃', '💅', '🤪', '🗿', '🆒', '💘', '🙉', '🦄', '😘'] as const),
  ...(['💊', '🙊', '😎', '👾', '🤷‍♂', '🤷', '🤷‍♀', '😡'] as const),
]

const allowed = new Map<string, ReactionEmoji>(list.map((emoji) => [bareOf(emoji), emoji]))

const nearest = new Map<string, ReactionEmoji>(
  (
    [
      ['👍', '✅ ✔ ☑ +1 赞 ok okay 好 好的 行 yes 是 ➕ 👊 ✊ 🤜 🤛 💪 加油 lgtm done 搞定'],
      ['👎', '-1 ❌ ✖ no 不 ⛔ 🚫'],
      ['👌', '🆗 收到 got⎵it noted 📌 📍'],
      ['👀', '⏳ ⌛ ⏰ 🕐 🔍 🔎'],
      ['❤', '♥ 💙 💚 💛 💜 🧡 🖤 🤍 🤎 💕 💖 💗 💓 💞 🫶 🫰'],
      ['🙏', 'thanks thank⎵you 谢谢 多谢'],
      ['👏', 'bravo 鼓掌 🙌'],
      ['🎉', '🥳 🎊 🎆 🎇 🎁 🎂'],
      ['😁', '🙂 😊 ☺ 😄 😀 😃 😆 😅 😉 😜 😛 😝 haha 哈哈'],
      ['🤣', '😂 lol 哈哈哈'],
      ['🤔', '🧐 💭 ❓ ❔ hmm'],
      ['🤩', '✨ 🌟 ⭐ 😮 😲 wow 哇'],
      ['🤗', '👋 hi hello 你好 嗨 bye ✋'],
      ['🔥', '🚀 💥'],
      ['🤓', '💡'],
      ['😱', '😰 🙀'],
      ['😢', '🥲 😔 😞 🥺'],
      ['😡', '😠'],
      ['😐', '😑 😶'],
      ['🤨', '😏'],
      ['😨', '😳'],
      ['🙈', '🤦'],
      ['🍾', '🍺 🍻 🥂 ☕'],
      ['🏆', '🥇 🎖'],
      ['😇', '😌'],
      ['🤮', '🤢 🤒'],
      ['😘', '😙 😚'],
      ['💘', '💝'],
      ['👻', '💀'],
      ['✍', '📝'],
    ] as const
  ).flatMap(([emoji, others]) =>
    others.split(' ').map((other) => [bareOf(other.replaceAll('⎵', ' ')), emoji] as const),
  ),
)
