import { setNonce } from 'get-nonce'

/** Nonce of this document, required for style elements by the content security policy. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

// Mantine receives it as a prop; react-remove-scroll, used by its dialogs, needs this call.
if (nonce) setNonce(nonce)
