import { useId } from 'react'
import { IconUpload } from '#ui/theme/icons.ts'
import classes from './FileChoice.module.css'

type Props = {
  label: string
  /** Kinds of files that are offered first: `.pem,.crt`. */
  accept?: string
  /** What tells more about the file. */
  describedBy?: string
  onFile: (file: File) => void
}

/** Choose a file of this machine; it goes nowhere by being chosen. */
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
          currentTarget.value = '' // the same file can be chosen again
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
