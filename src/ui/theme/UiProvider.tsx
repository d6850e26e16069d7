import './mantine.css'
import './fonts.css'
import './tokens.css'
import './loading.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { nonce } from './nonce.ts'
import { colorSchemeManager, theme, variables } from './theme.ts'

/** Provides theme, fonts and styles to the components of src/ui. */
export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
      withStaticClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
