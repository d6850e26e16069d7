import { KeyFields } from './KeyFields.tsx'
import { OwnKey } from './OwnValues.tsx'

/** The known choices, and what another server calls its own. */
export const IssuedKeyFields = () => (
  <>
    <KeyFields />
    <OwnKey />
  </>
)
