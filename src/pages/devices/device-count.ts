import { counted } from '#contract/words/counted.ts'

export const deviceCount = (count: number) => counted(count, 'device', 'devices')
