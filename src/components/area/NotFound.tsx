import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'

type Props = {
  /** `Host “web-1” not found` */
  title: string
  hint: string
  /** Label of the link to the list: `All hosts`. */
  all: string
  to: string
}

/** Empty state of a page whose object does not exist, with a link to the list. */
export const NotFound = ({ title, hint, all, to }: Props) => (
  <Empty title={title} hint={hint} action={<ActionLink to={to}>{all}</ActionLink>} />
)
