import { audiences, type View } from '#contract/console/views/views.ts'
import { rolesOf } from '#contract/permission.ts'

type Audience = View['audience']

/** Describes who can see a view. */
export function audienceText(audience: Audience): string {
  if (audience === 'me') return 'Only me'
  if (audience === 'site') return 'Everyone at this site'
  return rolesOf([audience])
    .map(({ module, right }) => `Accounts with ${module}, ${right}`)
    .join()
}

export const audienceOptions = audiences.map((value) => ({ value, label: audienceText(value) }))

/** URL of a view: its list with parameters. */
export const addressOf = ({ page, search }: Pick<View, 'page' | 'search'>) =>
  search === '' ? page : `${page}?${search}`

export const notAsked = 'The console cannot load this list in the background'
