import { useId } from 'react'
import { IconUpload } from '#ui/theme/icons.ts'
import classes from './FileChoice.module.css'

type Props = {
  label: string
  /** The `accept` attribute of the file input: `.pem,.crt`. */
  accept?: string
  /** ID of the element that describes the file. */
  describedBy?: string
  onFile: (file: File) => void
}

/** Button that opens the file dialog. The file is passed to `onFile` and not uploaded. */
export function FileChoice({ label, accept, describedBy, onFile }: Props) {
  const id = useId()
  return (
    <span className={classes.choice}>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={describedBy}
        className={classes.input}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = '' // so that selecting the same file again fires a change event
          if (file) onFile(file)
        }}
      />
      <label htmlFor={id} className={classes.label}>
        <IconUpload size={16} aria-hidden />
        {label}
      </label>
    </span>
  )
}
