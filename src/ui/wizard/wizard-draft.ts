/**
 * What was typed into a wizard and not sent yet. It stays in this browser through a reload, an ended session or a lost
 * network, and goes when it was sent, discarded, or its person signs out; their account keeps it for the next time.
 * Secrets are never part of it.
 */
export type Draft = Record<string, unknown>

/** Each site has drafts of its own; `index.html` knows which one this is. */
const keyOf = (name: string) => ['triptych-draft', window.site, name].filter(Boolean).join('-')
const longest = 200_000

/** Told the name of each draft that is written or dropped, here or in another browser. */
const listeners = new Set<(name: string) => void>()
const tell = (name: string) => listeners.forEach((listener) => listener(name))
export function onDraft(listener: (name: string) => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function readDraft(name: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Draft) : undefined
  } catch {
    return undefined // storage may be blocked, and what is in it may be anybody's
  }
}

export function writeDraft(name: string, values: Draft, secrets: readonly string[]) {
  const kept = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => !secrets.includes(field) && isPlain(value)),
  )
  const text = JSON.stringify(kept)
  try {
    if (text.length <= longest) putDraft(name, text)
  } catch {
    // full or blocked: the page still has it
  }
}

export function putDraft(name: string, text: string) {
  localStorage.setItem(keyOf(name), text)
  tell(name)
}

export function dropDraft(name: string) {
  try {
    localStorage.removeItem(keyOf(name))
    tell(name)
  } catch {
    // blocked: then there is none
  }
}

/** The drafts whose names begin so, each as it is stored. */
export function draftsBelow(start: string): ReadonlyMap<string, string> {
  try {
    const key = keyOf(start)
    const found = Object.entries(localStorage).filter(([name]) => name.startsWith(key))
    return new Map(found.map(([name, text]) => [name.slice(key.length), String(text)]))
  } catch {
    return new Map() // storage is blocked
  }
}

const sentOf = (name: string) => `${name}/sent`

/** It is on its way. Whoever finds this mark later had no answer, and is told to look before it is sent again. */
export const markSent = (name: string) => writeDraft(sentOf(name), { at: Date.now() }, [])
export const wasSent = (name: string) => readDraft(sentOf(name)) !== undefined
export const dropSent = (name: string) => dropDraft(sentOf(name))

/** Files and other things that no text can hold are chosen again. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain))
