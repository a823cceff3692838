/** Every error of stillpage: a stable `code`, and a `hint` at what to do about it. */
export class StillpageError extends Error {
  constructor({ code, message, hint = '', details = {}, retryable = false, exitCode = 2 }, options) {
    super(hint ? `${message}\nhint: ${hint}` : message, options);
    this.name = 'StillpageError';
    this.code = code;
    this.hint = hint;
    this.details = details;
    this.retryable = retryable;
    /** What the command line exits with for this error. */
    this.exitCode = exitCode;
  }

  toJSON() {
    const { code, hint, details, retryable } = this;
    return { error: { code, message: this.message.split('\nhint: ')[0], hint, retryable, details } };
  }
}

/** An argument with a wrong value. */
export function invalid(message, hint) {
  return new StillpageError({ code: 'invalid_arguments', message, hint });
}
