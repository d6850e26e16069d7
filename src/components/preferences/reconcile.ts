import * as z from 'zod/mini'
import { draftPrefix } from '#contract/console/preferences.ts'

type Texts = ReadonlyMap<string, string>
type Change = { name: string; value?: string }
export type Reconciled = {
  /** For the browser; without a value it goes. */
  here: readonly Change[]
  /** For the account; without a value it goes. */
  there: readonly Change[]
}

/** Short enough to be stored with each name; what two texts have in common by chance is sent with the next change. */
export function digestOf(text: string): string {
  let hash = 5381
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) + text.charCodeAt(at)) % 4_294_967_291
  return `${text.length}.${hash}`
}

/**
 * What a browser and the account of its person tell each other. `synced`: a digest of each text that they last had in
 * common. What changed in one of them alone counts; what changed in both, as it is in the browser where somebody sits.
 */
export function reconcile(local: Texts, account: Texts, synced: Texts): Reconciled {
  const here: Change[] = []
  const there: Change[] = []
  for (const name of new Set([...local.keys(), ...account.keys()])) {
    const [mine, theirs, known] = [local.get(name), account.get(name), synced.get(name)]
    if (mine === theirs) continue
    const isDraft = name.startsWith(draftPrefix)
    const isSameHere = mine !== undefined && known === digestOf(mine)
    const isSameThere = theirs !== undefined && known === digestOf(theirs)
    if (theirs === undefined) {
      // Sent or discarded elsewhere. Settings are never removed: an account without them was restored.
      if (isDraft && isSameHere) here.push({ name })
      else if (mine !== undefined) there.push({ name, value: mine })
    } else if (mine === undefined) {
      // A browser that lost its settings gets them anew; a draft that is gone was sent or discarded.
      if (isDraft && isSameThere) there.push({ name })
      else here.push({ name, value: theirs })
    } else if (isSameHere) here.push({ name, value: theirs })
    else if (isSameThere) there.push({ name, value: mine })
    else {
      // Both are somebody's work: of saved views, those of both stay.
      const merged = mergedLists(theirs, mine) ?? (known === undefined ? theirs : mine)
      if (merged !== mine) here.push({ name, value: merged })
      if (merged !== theirs) there.push({ name, value: merged })
    }
  }
  return { here, there }
}

const named = z.array(z.looseObject({ name: z.string() }))

function mergedLists(first: string, second: string): string | undefined {
  const [one, other] = [listOf(first), listOf(second)]
  if (!one || !other) return undefined
  const taken = new Set(one.map(({ name }) => name))
  return JSON.stringify([...one, ...other.filter(({ name }) => !taken.has(name))])
}

function listOf(text: string) {
  try {
    return named.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // not of ours
  }
}
