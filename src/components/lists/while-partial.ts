type PolledQuery = { state: { data?: unknown } }

const partialMs = 4000

/** Refetch interval: shorter while a part of the response could not be loaded. */
export const whilePartial =
  (defaultMs: number | false = false) =>
  ({ state: { data } }: PolledQuery): number | false =>
    typeof data === 'object' && data !== null && 'issued' in data && data.issued === 'failed' ? partialMs : defaultMs
