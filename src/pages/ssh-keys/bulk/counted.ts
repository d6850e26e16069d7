import { counted as countedThings } from '#contract/attention/concern.ts'

/** `1 account`, `3 accounts` */
export const counted = (count: number) => countedThings(count, 'account', 'accounts')
