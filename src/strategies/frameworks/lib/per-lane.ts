/**
 * What is worked out once for a lane, by its context. It has no place in a fold's state: a question that is asked after some
 * turns takes the state over from the conversation's own lane, where other messages follow.
 */
export function perLane<C extends object, T>(make: (context: C) => T): (context: C) => T {
  const made = new WeakMap<C, T>();
  return (context) => {
    let value = made.get(context);
    if (value === undefined) {
      value = make(context);
      made.set(context, value);
    }
    return value;
  };
}
