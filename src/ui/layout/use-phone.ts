import { useMediaQuery } from '@mantine/hooks'

/** Below this width, style sheets stack and fold as well. */
const phone = '(width < 48em)'

/** Whether the window is as narrow as on a phone. */
export const usePhone = () => useMediaQuery(phone, false, { getInitialValueInEffect: false })
