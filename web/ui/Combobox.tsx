import { type KeyboardEvent, useId, useState } from 'react'
import { Field, type FieldName, type PropsOf } from './Fields.tsx'
import { useField } from './form-state.ts'

interface ComboboxProps extends FieldName, PropsOf<'input'> {
  readonly suggestions: readonly string[]
  readonly onPick: (suggestion: string) => void
}

/** A text field with suggestions, as the ARIA combobox pattern describes. */
export function Combobox({ name, label, suggestions, onPick, ...rest }: ComboboxProps) {
  const listId = useId()
  const field = useField(name)
  // -1 if no suggestion is active; undefined while the list is closed.
  const [activeIndex, setActiveIndex] = useState<number>()
  const matches = activeIndex === undefined ? [] : matchingSuggestions(suggestions, field.text)
  const activeSuggestion = matches[activeIndex ?? -1]
  const openList = () => setActiveIndex(-1)
  const closeList = () => setActiveIndex(undefined)
  const pick = (suggestion: string) => {
    onPick(suggestion)
    closeList()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      // The arrow keys also stop at the text field, before the first suggestion.
      const stops = matches.length + 1
      event.preventDefault()
      if (activeIndex === undefined) openList()
      else setActiveIndex(((activeIndex + 1 + step + stops) % stops) - 1)
    } else if (event.key === 'Enter' && activeSuggestion !== undefined) {
      event.preventDefault()
      pick(activeSuggestion)
    } else if (event.key === 'Escape') {
      closeList()
    }
  }

  return (
    <Field name={name} label={label}>
      {(control) => (
        <div className="relative">
          <input
            {...rest}
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={matches.length > 0}
            aria-controls={matches.length > 0 ? listId : undefined}
            aria-activedescendant={activeSuggestion && `${listId}-${activeIndex}`}
            autoComplete="off"
            value={field.text}
            onChange={(event) => {
              field.set(event.target.value)
              openList()
            }}
            onKeyDown={onKeyDown}
            onBlur={closeList}
            className="control"
          />
          {matches.length > 0 && (
            <div
              id={listId}
              role="listbox"
              aria-label="Suggestions"
              className="suggestions absolute inset-x-0 top-[calc(100%+0.25rem)] z-2 max-h-56 overflow-y-auto rounded-[0.625rem] border border-edge bg-sheet p-1 [box-shadow:var(--shadow-raised)]"
            >
              {matches.map((suggestion, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys.
                <div
                  key={suggestion}
                  id={`${listId}-${index}`}
                  ref={index === activeIndex ? showInList : undefined}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === activeIndex}
                  className="suggestion flex min-h-11 cursor-pointer items-center rounded-md px-2.5 py-1.5 leading-5 inset-ring-fairway wrap-anywhere hover:bg-sunken aria-selected:bg-sunken aria-selected:inset-ring-2"
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => pick(suggestion)}
                >
                  {suggestion}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

const MAX_SUGGESTIONS = 6

export function matchingSuggestions(suggestions: readonly string[], typed: string): string[] {
  const text = typed.trim().toLowerCase()
  if (suggestions.some((each) => each.toLowerCase() === text)) return []
  return suggestions
    .filter((each) => text.split(/\s+/).every((word) => each.toLowerCase().includes(word)))
    .slice(0, MAX_SUGGESTIONS)
}

function showInList(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' })
}
