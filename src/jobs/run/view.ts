// What a step of a run shows of tools and skills: all of a few tools, one line of each of many, and what was asked for by name (A7, A8).
import { estimatePromptTokens, estimateRequest, estimateTokens } from '../../language/tokens.ts'
import type { OfferedTool } from '../../llm/model.ts'
import { notesBlock, toolsBlock, type WorkspaceWords } from '../../prompt/workspace-words.ts'
import type { Registry } from '../../tools/registry.ts'
import { readSkillName } from '../../tools/skills/read-tool.ts'
import { offeredTools, toolLines } from './offer.ts'
import { nothingShown, type Shown, type ShownSkill } from './view-rows.ts'

/** The texts of one bot in one group. */
export interface PlaceTexts {
  /** What the owner of the workspace tells whoever works in it. */
  notes: () => Promise<string>
  /** Those that may be used beside these tools. */
  skills: (tools: readonly string[]) => Promise<readonly { name: string; description: string }[]>
  /** Undefined: there is none. */
  skill: (name: string, tools: readonly string[]) => Promise<string | undefined>
  /** Told what stands in every prompt of the place, in tokens: the next reservation counts with it. */
  measured: (tokens: number) => void
}

export interface ViewDeps {
  tools: Registry
  texts?: PlaceTexts | undefined
}

/** What is on offer before anybody asked for more of it. */
export interface Offer {
  names: readonly string[]
  words: WorkspaceWords
}

export interface View {
  tools: OfferedTool[]
  words: WorkspaceWords
  /** What this step is the first to show, and what that adds to each prompt from then on. */
  fresh: Shown
  tokens: number
}

/** Room that the talk keeps beside a skill or a tool that is added. */
const talkKeeps = 200
/** Skills of a run whose text stands in its prompt. */
const mostTexts = 3

const noWords: WorkspaceWords = { notes: '', tools: [], skills: [], named: [] }

export async function offerFor({ tools: registry, texts }: ViewDeps, names: readonly string[]): Promise<Offer> {
  const [notes = '', skills = []] = await Promise.all([
    texts?.notes(),
    names.includes(readSkillName) ? texts?.skills(names) : undefined,
  ])
  const words: WorkspaceWords = { notes, tools: toolLines(registry, names), skills, named: [] }
  if (names.length > 0)
    texts?.measured(
      [notesBlock(words, estimateTokens), toolsBlock({ ...words, tools: [] }, estimateTokens)].reduce(
        (sum, block) => sum + (block === '' ? 0 : estimatePromptTokens(block) + 1),
        0,
      ),
    )
  return { names, words }
}

/** The same where nothing is known of the place. */
export const noOffer = (registry: Registry, names: readonly string[]): Offer => ({
  names,
  words: { ...noWords, tools: toolLines(registry, names) },
})

export const viewOf = (registry: Registry, { names, words }: Offer, shown: Shown = nothingShown): View => ({
  tools: offeredTools(registry, names, shown.tools),
  words: { ...words, named: shown.skills },
  fresh: nothingShown,
  tokens: 0,
})

/** `room`: tokens that such a view leaves for the talk. What does not fit is left out; a skill, without its text. */
export async function viewWith(
  { tools: registry, texts }: ViewDeps,
  offer: Offer,
  shown: Shown,
  asked: readonly string[],
  room: (view: View) => number,
): Promise<View> {
  const { names, words } = offer
  let [view, all, fresh] = [viewOf(registry, offer, shown), shown, nothingShown]
  const add = (more: Partial<Shown>): boolean => {
    const next = viewOf(registry, offer, beside(all, more))
    if (room(next) < talkKeeps) return false
    ;[view, all, fresh] = [next, beside(all, more), beside(fresh, more)]
    return true
  }
  for (const name of new Set(asked)) {
    const tool = registry.find(name)?.name
    if (tool !== undefined && names.includes(tool)) {
      const isAdded = offeredTools(registry, names, [...all.tools, tool]).length > view.tools.length
      if (isAdded) add({ tools: [tool] })
      continue
    }
    const skill = words.skills.find((each) => each.name === name.toLowerCase())?.name
    if (skill === undefined || all.skills.some((each) => each.name === skill)) continue
    const isFull = all.skills.filter((each) => each.text !== undefined).length >= mostTexts
    // oxlint-disable-next-line no-await-in-loop -- each is measured beside those before it
    const text = isFull ? undefined : await texts?.skill(skill, names)
    if (text === undefined || !add({ skills: [{ name: skill, text }] })) add({ skills: [{ name: skill }] })
  }
  const ofTools = estimateRequest([], view.tools) - estimateRequest([], offeredTools(registry, names, shown.tools))
  return { ...view, fresh, tokens: ofTools + fresh.skills.reduce((sum, skill) => sum + ofSkill(skill), 0) }
}

const beside = (shown: Shown, { tools = [], skills = [] }: Partial<Shown>): Shown => ({
  tools: [...shown.tools, ...tools],
  skills: [...shown.skills, ...skills],
})

const ofSkill = (skill: ShownSkill): number =>
  estimatePromptTokens(toolsBlock({ ...noWords, named: [skill] }, estimateTokens)) + 1
