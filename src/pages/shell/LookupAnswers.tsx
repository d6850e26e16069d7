import { memo, useEffect } from 'react'
import { UnansweredNotices } from '#components/actions/UnansweredNotices.tsx'
import type { LookupAnswer } from '#components/lookup/LookupDialog.tsx'
import { minCharacters } from './lookup-match.ts'
import { relativeTime } from '#ui/values/moment.ts'
import { useLookup } from './use-lookup.ts'
import { serverNow } from '#ui/values/clock.ts'

type Index = ReturnType<typeof useLookup>['indexes'][number]

const troubleText = ({ of, trouble }: Index) =>
  trouble === 'reading'
    ? `The ${of} index is still being built: ${of}s may be missing.`
    : trouble === 'failing' && `The ${of} index cannot be updated; results may be out of date.`
const ageText = ({ of, asOf }: Index) =>
  asOf !== undefined &&
  `${of === 'device' ? 'Device' : 'Desktop'} index as of ${relativeTime(new Date(asOf), new Date(serverNow()))}.`

type Props = { text: string; onAnswer: (answer: LookupAnswer) => void }

/**
 * Searches and passes the results to the dialog, which accepts input before this code has loaded. Renders only notices
 * about sources that failed.
 */
export const LookupAnswers = memo(({ text, onAnswer }: Props) => {
  const { groups, asking, indexes, failed, notOffered, notAllowed } = useLookup(text)
  const count = groups.reduce((sum, [, items]) => sum + items.length, 0)
  const notAsked = [
    ...failed.flatMap(({ whats }) => whats),
    ...notOffered,
    ...notAllowed,
    ...indexes.flatMap(({ trouble }) => trouble ?? []),
  ]
  const answer = () => ({
    groups,
    answered: asking ? undefined : text.trim(),
    status: statusOf(text.trim(), asking, count, notAsked),
    notes: [
      ...indexes.map(ageText),
      ...indexes.map(troubleText),
      notOffered.length > 0 && `Not offered by this server: ${notOffered.join(', ')}.`,
      notAllowed.length > 0 && `No permission to search: ${notAllowed.join(', ')}.`,
    ].filter((note) => typeof note === 'string'),
  })
  // Updates the dialog, a parent component. No endless loop: this component is memoized and renders again only for
  // another text.
  useEffect(() => onAnswer(answer()))
  return (
    failed.length > 0 && (
      <UnansweredNotices
        failed={failed}
        says="Not searched"
        hint="Results may be missing."
        retry="Retrying automatically."
      />
    )
  )
})

/** Reports no results only if all sources were searched. */
function statusOf(text: string, asking: boolean, count: number, notAsked: readonly string[]) {
  if (text === '') return 'By name, email, serial number, IMEI, UDID, IP or MAC address, asset tag, host or key name.'
  if (text.length < minCharacters) return `Enter at least ${minCharacters} characters to search more than pages.`
  if (asking) return 'Searching …'
  if (count > 0) return `${count} found`
  return notAsked.length === 0
    ? `No results for “${text}”.`
    : `No results for “${text}” in the sources that could be searched.`
}
