import { type ComponentProps, createContext, useContext } from 'react'

export type FieldErrors = Readonly<Record<string, string | undefined>>

const Errors = createContext<FieldErrors>({})

/** What is wrong with the fields of the surrounding form, by their names. */
export const useFieldErrors = () => useContext(Errors)

/** What is wrong with one field: what it was given itself, else what its form has against it. */
export function useFieldError({ name, error }: { name: string; error?: string | undefined }) {
  const errors = useFieldErrors()
  return error ?? errors[name]
}

/** A form whose fields say themselves what is wrong with them. */
export const Form = ({ errors, ...props }: ComponentProps<'form'> & { errors: FieldErrors }) => (
  <Errors value={errors}>
    <form {...props} noValidate />
  </Errors>
)
