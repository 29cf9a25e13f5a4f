/** How many pages a pool needs for those who are to be started on it, beside those whom it serves already. */
package io.github.hpjvm.advisor.size;
