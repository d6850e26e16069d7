const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** Formatted JSON. Integers beyond 2^53 (BigInt) keep all digits. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? rawJSON(item.toString()) : item), 2)
