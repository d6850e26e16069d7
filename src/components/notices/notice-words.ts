import { eventOf } from '#contract/console/notice-events.ts'
import type { Notice, NoticeState } from '#contract/console/notifications.ts'
import { counted } from '#contract/words/counted.ts'
import { paths } from '#paths.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export const noticeStateWords: Record<NoticeState, { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Waiting' },
  sending: { tone: 'info', label: 'Sending' },
  sent: { tone: 'ok', label: 'Sent' },
  failed: { tone: 'bad', label: 'Failed' },
  unknown: { tone: 'warn', label: 'Unknown' },
  skipped: { tone: 'muted', label: 'Skipped' },
}

export const eventLabel = (event: Notice['event']) =>
  event === 'certificate' ? 'A certificate expires' : eventOf(event).label

/** For example "7 days before" or "90 days". */
export function stepText({ event, days }: Pick<Notice, 'event' | 'days'>): string {
  if (days === 0) return ''
  const time = counted(days, 'day', 'days')
  return event === 'certificate' ? `${time} before` : time
}

export const pageOfNotice = ({ page, certificateId }: Pick<Notice, 'page' | 'certificateId'>) =>
  page || (certificateId && paths.certificate(certificateId))
