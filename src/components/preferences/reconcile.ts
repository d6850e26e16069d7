import * as z from 'zod/mini'
import { draftPrefix } from '#contract/console/preferences.ts'

type Texts = ReadonlyMap<string, string>
type Change = { name: string; value?: string }
export type Reconciled = {
  /** Changes to apply in the browser; without a value, the entry is deleted. */
  here: readonly Change[]
  /** Changes to send to the account; without a value, the entry is deleted. */
  there: readonly Change[]
}

/** A digest short enough to be stored with each name. A collision delays an update until the next change. */
export function digestOf(text: string): string {
  let hash = 5381
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 33) + text.charCodeAt(at)) % 4_294_967_291
  return `${text.length}.${hash}`
}

/**
 * Compares the values in the browser with those in the account. `synced`: digests of the values at the last
 * synchronization. A value changed on one side replaces the other; if both changed, the browser's value takes
 * precedence.
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
      // The draft was sent or discarded elsewhere. Settings are never deleted: an account without them was restored.
      if (isDraft && isSameHere) here.push({ name })
      else if (mine !== undefined) there.push({ name, value: mine })
    } else if (mine === undefined) {
      // A browser that lost its settings gets them back. A draft that is missing here was sent or discarded.
      if (isDraft && isSameThere) there.push({ name })
      else here.push({ name, value: theirs })
    } else if (isSameHere) here.push({ name, value: theirs })
    else if (isSameThere) there.push({ name, value: mine })
    else {
      // Both sides changed: lists of named entries, such as saved views, are merged.
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
    return undefined // not a list of named entries
  }
}
