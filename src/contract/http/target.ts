/** Path and query of a request target; the query starts at the first `?`. */
export function partsOf(target: string): { path: string; search: string } {
  const [path = '', ...others] = target.split('?')
  return { path, search: others.join('?') }
}
