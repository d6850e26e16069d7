import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'

type Props = {
  /** `Host “web-1” not found` */
  title: string
  hint: string
  /** Where the others are: `All hosts`. */
  all: string
  to: string
}

/** What an address names does not exist, and the way to what does. */
export const NotFound = ({ title, hint, all, to }: Props) => (
  <Empty title={title} hint={hint} action={<ActionLink to={to}>{all}</ActionLink>} />
)
