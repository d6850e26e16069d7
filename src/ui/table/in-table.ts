import { createContext } from 'react'

/** True inside a table: what explains itself on focus does not become a stop for Tab in every row there. */
export const InTable = createContext(false)
