import { useMemo, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'

const prefix = 'triptych-table.'

/** What the browser refuses to keep lasts as long as the page. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(prefix + key)
  } catch {
    return null // storage is switched off in this browser
  }
}

/** Counts in all tabs at once. */
export function write(key: string, text: string) {
  try {
    localStorage.setItem(prefix + key, text)
    inMemory.delete(key)
  } catch {
    inMemory.set(key, text) // storage is switched off in this browser, or full
  }
  for (const listener of listeners) listener()
}

export function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** A setting that this browser keeps, in all its tabs. Whatever is not as it should be counts as the fallback one. */
export function useStored<T>(key: string, schema: z.ZodMiniType<T>, fallback: T) {
  const text = useSyncExternalStore(subscribe, () => read(key))
  const value = useMemo(() => parsed(text, schema) ?? fallback, [text, schema, fallback])
  return [value, (next: T) => write(key, JSON.stringify(next))] as const
}

function parsed<T>(text: string | null, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // somebody else's text
  }
}

/** What is kept under names that begin so. */
export const storedBelow = (start: string) =>
  new Map(keys().flatMap((key) => (key.startsWith(start) ? [[key.slice(start.length), read(key) ?? ''] as const] : [])))

/** Do something that clears the browser's storage, without losing how tables look. */
export async function keepingTables<T>(work: () => Promise<T>): Promise<T> {
  const kept = keys().map((key) => [key, read(key) ?? ''] as const)
  try {
    return await work()
  } finally {
    for (const [key, text] of kept) write(key, text)
  }
}

function keys(): string[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix))
    return [...new Set([...names.map((name) => name.slice(prefix.length)), ...inMemory.keys()])]
  } catch {
    return [...inMemory.keys()] // storage is switched off in this browser
  }
}
