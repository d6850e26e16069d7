import { useSlow } from '#api/slow.ts'
import { serviceTitles } from '#contract/words/service-names.ts'
import classes from './SlowNotice.module.css'

const titles: Readonly<Record<string, string>> = serviceTitles
const joined = new Intl.ListFormat('en')

type Props = {
  /** How long the requests of the page have been running when this is loaded. */
  waitedMs?: number
}

/** States which servers a page is still waiting for. Nothing else moves: it has a place of its own at the edge. */
export function SlowNotice({ waitedMs = 0 }: Props) {
  const slow = useSlow(waitedMs)
  const named = slow?.split(' ').flatMap((area) => titles[area] ?? []) ?? []
  const from = named.length > 0 && ` from ${joined.format(named)}`
  return (
    // Always rendered, so that screen readers announce changes of this live region.
    <output className={classes.place}>
      {slow !== undefined && <span className={classes.notice}>Still waiting for a response{from}.</span>}
    </output>
  )
}
