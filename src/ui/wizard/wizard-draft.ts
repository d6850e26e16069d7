/**
 * Unsent input of a wizard. Stored in the browser through reloads, session expiry and network failures; deleted after
 * sending, on discard and on sign-out. The user's account stores a copy for later sessions. Secrets are excluded.
 */
export type Draft = Record<string, unknown>

/** Each site has its own drafts; `index.html` sets `window.site`. */
const keyOf = (name: string) => ['triptych-draft', window.site, name].filter(Boolean).join('-')
const longest = 200_000

/** Called with the name of each draft that is written or deleted, in this or another browser. */
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
    return undefined // storage can be disabled or contain anything
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
    // full or disabled: the input remains in the page
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
    // disabled: there is no draft
  }
}

/** The stored drafts whose names start with `start`, by the remainder of the name. */
export function draftsBelow(start: string): ReadonlyMap<string, string> {
  try {
    const key = keyOf(start)
    const found = Object.entries(localStorage).filter(([name]) => name.startsWith(key))
    return new Map(found.map(([name, text]) => [name.slice(key.length), String(text)]))
  } catch {
    return new Map() // storage is disabled
  }
}

const sentOf = (name: string) => `${name}/sent`

/**
 * Marks a request as being sent. If the mark is found later, no response arrived: the user must check the outcome
 * before sending again.
 */
export const markSent = (name: string) => writeDraft(sentOf(name), { at: Date.now() }, [])
export const wasSent = (name: string) => readDraft(sentOf(name)) !== undefined
export const dropSent = (name: string) => dropDraft(sentOf(name))

/** Whether a value can be stored as JSON. Files and other objects cannot and must be selected again. */
const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  (typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlain))
