// What somebody new says in the first three minutes, in both languages.

export type Lang = 'en' | 'zh'

/** The built-in bots, Iris and Rex, are in the room. */
export const talkIn: Record<Lang, readonly string[]> = {
  en: [
    'Who are you and what can you do?',
    'Iris, which test fits two small groups?',
    'and with unequal variances?',
    'Rex, how do I name a test?',
    'and how long may it be?',
    'thanks!',
    'does anybody know a good paper on sleep and memory?',
    'Iris, 2+2?',
    'Rex, tell me a joke',
  ],
  zh: [
    '你们是谁？能做什么？',
    'Iris，两小组样本该用什么检验？',
    '方差不等呢？',
    'Rex，测试该怎么命名？',
    '名字可以多长？',
    '谢谢！',
    '谁知道关于睡眠和记忆的好论文？',
    'Iris，2+2 等于几？',
    'Rex，讲个笑话',
  ],
}
