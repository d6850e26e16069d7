import { useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { draftsBelow, dropDraft, onDraft, writeDraft } from '#ui/wizard/wizard-draft.ts'

const maxOpened = 20
const maxTitle = 200
/** Longer paths do not fit into the name of a preference. */
const maxPath = 300

const opened = z.object({ kind: z.string(), title: z.string(), at: z.number() })
export type Opened = z.output<typeof opened> & { to: string }

/**
 * Pages of devices, certificates and the like that a user opened, newest first. Stored as drafts, so that they are
 * synchronized with the account and leave the browser at sign-out. `who` is the user's storage key.
 */
export function useRecentlyOpened(who: string): Opened[] {
  const texts = useSyncExternalStore(onDraft, () => JSON.stringify([...draftsBelow(who)]))
  return useMemo(() => openedIn(JSON.parse(texts) as [string, string][]), [texts])
}

export function keepOpened(who: string, to: string, { kind, title }: Pick<Opened, 'kind' | 'title'>) {
  if (to.length > maxPath) return
  writeDraft(who + to, { kind, title: title.slice(0, maxTitle), at: Date.now() }, [])
  for (const old of openedIn([...draftsBelow(who)]).slice(maxOpened)) dropDraft(who + old.to)
}

const openedIn = (drafts: readonly [string, string][]): Opened[] =>
  drafts
    .flatMap(([to, text]) => {
      const found = opened.safeParse(parsed(text)).data
      return found ? [{ ...found, to }] : []
    })
    .toSorted((one, other) => other.at - one.at)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not written by this console
  }
}
