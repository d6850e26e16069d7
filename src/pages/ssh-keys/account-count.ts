import { counted } from '#contract/words/counted.ts'

export const accountCount = (count: number) => counted(count, 'account', 'accounts')
