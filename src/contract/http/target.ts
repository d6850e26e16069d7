/** The path of a request and what stands behind its first `?`, which may hold others. */
export function partsOf(target: string): { path: string; search: string } {
  const [path = '', ...others] = target.split('?')
  return { path, search: others.join('?') }
}
