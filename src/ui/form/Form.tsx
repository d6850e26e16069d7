import { type ComponentProps, createContext, useContext } from 'react'

export type FieldErrors = Readonly<Record<string, string | undefined>>

const Errors = createContext<FieldErrors>({})

/** Error messages of the surrounding form by field name. */
export const useFieldErrors = () => useContext(Errors)

/** Error message of a field: its own `error`, otherwise the message of the surrounding form. */
export function useFieldError({ name, error }: { name: string; error?: string | undefined }) {
  const errors = useFieldErrors()
  return error ?? errors[name]
}

/** Form that passes error messages to its fields, which display them. Native validation is off. */
export const Form = ({ errors, ...props }: ComponentProps<'form'> & { errors: FieldErrors }) => (
  <Errors value={errors}>
    <form {...props} noValidate />
  </Errors>
)
