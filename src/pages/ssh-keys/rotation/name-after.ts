/** Common prefix of the names of successive keys. */
export const stemOf = (former: string) => /^(.*)-\d{1,6}$/.exec(former)?.[1] ?? former

/** Next name of a series: `deploy` → `deploy-2` → `deploy-3`. */
export function nameAfter(former: string, taken: readonly string[]): string {
  const stem = stemOf(former)
  const [, digits] = /-(\d{1,6})$/.exec(former) ?? []
  let number = digits === undefined ? 2 : Number(digits) + 1
  while (taken.includes(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}
