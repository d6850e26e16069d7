import { callWithout } from '#components/lists/checked/call-without.ts'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'
import type { Walked } from './rows-by-token.ts'

export type ListInput = { search?: string | undefined; offset?: number | undefined; limit?: number | undefined }
export type Listed = Page<object>
export type Checked = {
  /** Parameters that were ignored or rejected. */
  unmet?: string[]
  /** true: the whole list was loaded, then searched and paged in the browser. false: this was not possible. */
  isCorrected?: boolean
}

/** Parameters for which no reference documents a behavior. */
const own: ReadonlySet<string> = new Set(['search', 'offset', 'limit'])

export type List = Walked<object> & {
  /** Parameters sent with every page, such as the group or whether to include the trash. */
  more: object
  call: (input: object, signal?: AbortSignal) => Promise<{ page: Listed; refused: string[] }>
}

export function listOf<E extends Endpoint>(endpoint: E, given: Input<E>): List {
  const more = Object.fromEntries(Object.entries(given as object).filter(([name]) => !own.has(name)))
  return {
    endpoint,
    more,
    call: async (input, signal) => {
      const given = { ...more, ...input } as Input<E>
      const { page, refused } = await callWithout({ endpoint, input: given, isOwn: (name) => own.has(name) }, signal)
      return { page: page as Listed, refused }
    },
  }
}

export const hasText = (row: object, text: string) => stringifyJson(row).toLowerCase().includes(text.toLowerCase())
