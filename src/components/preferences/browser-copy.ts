import * as z from 'zod/mini'
import { draftPrefix, longestPreference } from '#contract/console/preferences.ts'
import { storedBelow, subscribe, write } from '#ui/table/state/stored.ts'
import { draftsBelow, dropDraft, onDraft, putDraft } from '#ui/wizard/wizard-draft.ts'

/**
 * A user's settings and drafts in this browser; `who` is the prefix of their storage keys. Digests of the last
 * synchronized values are stored beside them, for settings and drafts separately: signing out deletes the drafts with
 * their digests, and the settings remain.
 */
export function browserCopy(who: string) {
  const isKept = (name: string, text: string) => name !== marker && text.length <= longestPreference
  const settings = () => storedBelow(who)
  const drafts = () => draftsBelow(who)
  const ofNames = (texts: ReadonlyMap<string, string>, prefix: string) =>
    [...texts].flatMap(([name, text]) => (isKept(name, text) ? [[prefix + name, text] as const] : []))

  return {
    read: () => new Map([...ofNames(settings(), settingPrefix), ...ofNames(drafts(), draftPrefix)]),
    put: (name: string, text: string | undefined) => {
      if (name.startsWith(settingPrefix) && text !== undefined) write(who + name.slice(settingPrefix.length), text)
      if (!name.startsWith(draftPrefix)) return
      const draft = who + name.slice(draftPrefix.length)
      if (text === undefined) dropDraft(draft)
      else putDraft(draft, text)
    },
    synced: () => new Map([...marksOf(settings().get(marker)), ...marksOf(drafts().get(marker))]),
    keepSynced: (digests: ReadonlyMap<string, string>) => {
      const [ofDrafts, ofSettings] = [true, false].map((isDraft) =>
        JSON.stringify(Object.fromEntries([...digests].filter(([name]) => name.startsWith(draftPrefix) === isDraft))),
      )
      // Without synchronized values, nothing is stored.
      if (ofSettings !== (settings().get(marker) ?? '{}')) write(who + marker, ofSettings ?? '')
      if (ofDrafts !== (drafts().get(marker) ?? '{}')) putDraft(who + marker, ofDrafts ?? '')
    },
    onChange: (listener: () => void) => {
      const stop = [subscribe(listener), onDraft(listener)]
      return () => stop.forEach((end) => end())
    },
  }
}

const settingPrefix = 'table/'
const marker = 'synced'
const digests = z.record(z.string(), z.string())

function marksOf(text: string | undefined): [string, string][] {
  try {
    return Object.entries(digests.parse(JSON.parse(text ?? '{}')))
  } catch {
    return [] // invalid: all values count as not yet sent
  }
}
