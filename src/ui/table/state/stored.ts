import { useMemo, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'

const prefix = 'triptych-table.'

/** Fallback for values that localStorage rejects; lost on reload. */
const inMemory = new Map<string, string>()
const listeners = new Set<() => void>()

function read(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(prefix + key)
  } catch {
    return null // storage is disabled in this browser
  }
}

/** Stores a text and notifies this tab; the `storage` event notifies other tabs. */
export function write(key: string, text: string) {
  try {
    localStorage.setItem(prefix + key, text)
    inMemory.delete(key)
  } catch {
    inMemory.set(key, text) // storage is disabled or full
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

/** A setting in localStorage, synchronized between tabs. Missing or invalid values are replaced by the fallback. */
export function useStored<T>(key: string, schema: z.ZodMiniType<T>, fallback: T) {
  const text = useSyncExternalStore(subscribe, () => read(key))
  const value = useMemo(() => parsed(text, schema) ?? fallback, [text, schema, fallback])
  return [value, (next: T) => write(key, JSON.stringify(next))] as const
}

function parsed<T>(text: string | null, schema: z.ZodMiniType<T>): T | undefined {
  try {
    return text === null ? undefined : schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // not JSON
  }
}

/** Stored values whose keys start with `start`, by the remainder of the key. */
export const storedBelow = (start: string) =>
  new Map(keys().flatMap((key) => (key.startsWith(start) ? [[key.slice(start.length), read(key) ?? ''] as const] : [])))

/** Runs an operation that clears the browser's storage and restores the table settings afterward. */
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
    return [...inMemory.keys()] // storage is disabled in this browser
  }
}
