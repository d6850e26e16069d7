import type * as z from 'zod/mini'
import { structureOf, unexpected } from '#contract/wire.ts'

/** Differences between a response and its endpoint's schema. */
export type Differences = {
  /** Fields that are not in the reference. */
  unknown: Set<string>
  /** Fields of a different type, with that type. */
  mistyped: Map<string, string>
}

export function differencesIn(schema: z.ZodMiniType, value: unknown): Differences {
  const found: Differences = { unknown: new Set(), mistyped: new Map() }
  walk(schema, value, '', found)
  return found
}

function walk(schema: z.ZodMiniType, value: unknown, path: string, found: Differences) {
  const made = structureOf(schema)
  if (!made || typeof value !== 'object' || value === null) return
  if (made.kind === 'record') return walkRecord(made.shape, value as Record<string, unknown>, path, found)
  if (made.kind === 'envelope') return walk(made.item, value, path, found)
  const items = made.kind === 'list' ? value : (value as { rows?: unknown }).rows
  if (Array.isArray(items)) for (const item of items) walk(made.item, item, path, found)
}

function walkRecord(
  shape: Record<string, z.ZodMiniType>,
  value: Record<string, unknown>,
  path: string,
  found: Differences,
) {
  if (Object.keys(shape).length === 0) return // its fields are not documented, so anything is accepted
  for (const [name, inner] of Object.entries(value)) {
    if (name === unexpected) {
      for (const [odd, raw] of Object.entries(inner as object)) found.mistyped.set(path + odd, kindOf(raw))
    } else if (!Object.hasOwn(shape, name)) found.unknown.add(path + name)
    else walk(shape[name] as z.ZodMiniType, inner, `${path}${name}.`, found)
  }
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value)
