export type Leaf = { path: string; value: string }

/** All values of a record with their paths; empty objects and arrays are listed as `{}` and `[]`. */
export function flatRecord(value: unknown, path = ''): Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value: leafText(value) }]
  const entries = Object.entries(value)
  if (entries.length === 0) return [{ path, value: Array.isArray(value) ? '[]' : '{}' }]
  return entries.flatMap(([key, item]) => flatRecord(item, step(path, key, Array.isArray(value))))
}

const step = (path: string, key: string, inList: boolean) =>
  inList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`

const leafText = (value: unknown) => (typeof value === 'string' ? value : String(value))
