const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** JSON to read and to copy. An integer beyond 2^53 keeps its digits. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJSON(item.toString()) : item), 2)
