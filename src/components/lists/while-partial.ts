type Asked = { state: { data?: unknown } }

const partialMs = 4000

/** Of an answer that says that it could not read a part: it is asked for again until it could. */
export const whilePartial =
  (defaultMs: number | false = false) =>
  ({ state: { data } }: Asked): number | false =>
    typeof data === 'object' && data !== null && 'issued' in data && data.issued === 'failed' ? partialMs : defaultMs
