/** Says actions in words, and puts words into comments and shell commands. Knows no plan and no form. */
package io.github.hpjvm.advisor.emit.wording;
