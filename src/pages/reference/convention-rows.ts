import * as z from 'zod/mini'
import type { ConventionSetting } from '#contract/conventions/convention.ts'
import { conventions } from '#contract/conventions/conventions.ts'
import { operationReasons } from '#contract/conventions/operation-reasons.ts'
import { mdmPrefix } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { originOf, type Origin } from '#contract/origin.ts'
import { paths } from '#paths.ts'
import { everyOperation, placeOf, type Service } from './reference-rows.ts'

/** A convention that applies to a service or to some of its operations. */
export type ConventionRow = {
  id: string
  service: Service
  topic: string
  choice: string
  why: string
  settings: readonly ConventionSetting[]
  operations: readonly string[]
}

/** Link to the conventions of an operation. */
export const conventionsOf = (id: string) => `${paths.conventions}?search=${encodeURIComponent(id)}`

const reasons: Record<Origin, string> = {
  stated: 'The reference states the operation and leaves this open',
  named: 'The reference names the resource and does not show the operation; it follows real servers',
  extension: 'The operation is an extension',
}

/** Settings that change a convention: names and prefix of a path are part of the dialect; parameters can be omitted. */
function settingsFor(text: string, { path, input, encoding }: Endpoint): ConventionSetting[] {
  if (text.startsWith('The path is'))
    return path.startsWith(mdmPrefix) ? ['dialect.prefix', 'dialect.names'] : ['dialect.names']
  const parameters = input instanceof z.ZodMiniObject && encoding === 'query' ? Object.keys(input.shape) : []
  const words = new Set(text.split(/[^\w-]+/))
  const optional = parameters.filter((name) => !path.includes(`{${name}}`) && words.has(name))
  return [
    ...(optional.includes('page') ? (['dialect.pageBase'] as const) : []),
    ...(optional.some((name) => !name.startsWith('page')) && !/ must | is required/.test(text)
      ? (['dialect.omits'] as const)
      : []),
  ]
}

function reasonFor(choice: string, endpoint: Endpoint): Pick<ConventionRow, 'why' | 'settings'> {
  const own = operationReasons.find(({ operation, about }) => operation === endpoint.id && choice.includes(about))
  return {
    why: own?.why ?? reasons[originOf(endpoint)],
    settings: own?.settings ?? settingsFor(choice, endpoint),
  }
}

/** Conventions of operations. Identical texts of several operations of a service are combined. */
function ofOperations(): ConventionRow[] {
  const rows = new Map<string, ConventionRow>()
  for (const endpoint of everyOperation) {
    const service = placeOf(endpoint)
    for (const choice of endpoint.assumes ?? []) {
      const id = `${service} ${choice}`
      const known = rows.get(id)
      rows.set(id, {
        id,
        service,
        topic: known
          ? `${known.topic.replace(/ and \d+ more$/, '')} and ${known.operations.length} more`
          : endpoint.summary,
        choice,
        ...(known ? { why: known.why, settings: known.settings } : reasonFor(choice, endpoint)),
        operations: [...(known?.operations ?? []), endpoint.id],
      })
    }
  }
  return [...rows.values()]
}

const ofServices: ConventionRow[] = conventions.map(({ service, topic, choice, why, settings }) => ({
  id: `${service} ${topic}`,
  service,
  topic,
  choice,
  why,
  settings,
  operations: [],
}))

const all: readonly ConventionRow[] = [...ofServices, ...ofOperations()]

/**
 * Conventions that contain all search words. Without a search, grouped by service, with those of the whole service
 * first.
 */
export function conventionsMatching(service: Service, wanted: string): ConventionRow[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return all.filter((row) => {
    if (service !== 'all' && row.service !== service) return false
    const { topic, choice, why, settings, operations } = row
    const text = [topic, choice, why, ...settings, ...operations].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
