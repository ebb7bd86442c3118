import Search from 'lucide-react/icons/search'
import { useId } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onType: (text: string) => void
}

export function SearchField({ label, placeholder, text, onType }: SearchFieldProps) {
  const id = useId()
  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-md">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        id={id}
        type="search"
        value={text}
        maxLength={100}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="control pl-10"
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}
