import type { KeyFacts } from './public-key.ts'

/** For example `EC 256`. */
export const keyText = ({ algorithm, bits }: Pick<KeyFacts, 'algorithm' | 'bits'>) =>
  bits === undefined ? algorithm : `${algorithm} ${bits}`
