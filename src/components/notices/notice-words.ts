import type { NoticeState } from '#contract/console/notifications.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

export const noticeStateWords: Record<NoticeState, { tone: Tone; label: string }> = {
  waiting: { tone: 'info', label: 'Waiting' },
  sending: { tone: 'info', label: 'Sending' },
  sent: { tone: 'ok', label: 'Sent' },
  failed: { tone: 'bad', label: 'Failed' },
  unknown: { tone: 'warn', label: 'Unknown' },
  skipped: { tone: 'muted', label: 'Skipped' },
}
