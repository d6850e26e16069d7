import type { KeyFacts } from './public-key.ts'

/** `EC 256`. */
export const keyText = ({ algorithm, bits }: Pick<KeyFacts, 'algorithm' | 'bits'>) =>
  bits === undefined ? algorithm : `${algorithm} ${bits}`
