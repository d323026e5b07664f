// What stands around the panes, in English.

export const frameEn = {
  skip: 'Write to the room',
  tools: 'Time travel, language, theme, help',
  panesName: 'What is shown',
  modelFails: 'model call failed',
  past: 'You’re viewing the past:',
  away: {
    title: 'The service does not answer.',
    since: (time: string) => `Everything here is as of ${time}. Trying again…`,
    composer: 'You can send again when the service is back. Your text stays here.',
  },
}
